// A picture of a figure, twice as large as it is drawn, as it looks on white paper.

const TIMES = 2;

export async function savePicture(address, name) {
  const answer = await fetch(address, { headers: { "X-Assize-Fetch": "1" } });
  if (!answer.ok) throw new Error(answer.statusText);
  keep(await picture(await answer.text()), name);
}

async function picture(text) {
  const light = text.replace(/<style data-dark[^]*?<\/style>/, "");
  const svg = new DOMParser().parseFromString(light, "image/svg+xml").documentElement;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = TIMES * svg.width.baseVal.value;
  canvas.height = TIMES * svg.height.baseVal.value;
  const paper = canvas.getContext("2d");
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function keep(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
