// Two versions of one record ask for one decision, however many steps of it were said: of these, the last is asked
// about.
export function asked(problems) {
  const differing = problems.filter(({ problem: { stored } }) => stored);
  return [...problems.filter(({ problem: { stored } }) => !stored), ...differing.slice(-1)];
}
