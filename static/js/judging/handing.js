// A document that came along is handed to a frame that shows another: nothing is loaded. The script in the frame
// (static/documents/keys.js) says that its page takes such, and afterwards that it was put there.

const LONGEST_WAIT = 1000; // milliseconds; then the document is loaded by its address
// The frame's origin has no name.
const tell = (frame, message) => frame.contentWindow?.postMessage({ assize: 1, ...message }, "*");

// Hears what the frames within holder say of that.
export function hearPut(holder) {
  const frames = () => [...holder.querySelectorAll("iframe")];
  window.addEventListener("message", ({ source, data }) => {
    if (data?.assize !== 1 || !["takes", "put"].includes(data.type)) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (frame && data.type === "takes") frame.dataset.takes = "1";
    if (frame && data.type === "put" && frame.dataset.handed === data.address) frame.dataset.put = data.address;
  });
  for (const frame of frames()) tell(frame, { type: "takes" });
}

// Answers whether the frame takes the document; otherwise() follows where it does not after all.
export function hand(frame, page, address, otherwise) {
  if (!page || !frame.dataset.takes) return false;
  Object.assign(frame.dataset, { handed: address, put: "" });
  tell(frame, { type: "put", page, address });
  setTimeout(() => frame.dataset.handed === address && frame.dataset.put !== address && otherwise(), LONGEST_WAIT);
  return true;
}

// Goes to a place in a document that was handed over. Answers whether it was.
export function point(frame, address) {
  if (!frame.dataset.handed) return false;
  frame.dataset.handed = frame.dataset.put = address;
  tell(frame, { type: "point", address });
  return true;
}
