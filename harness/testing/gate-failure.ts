/** How the gate tells that a task of `webvoyager` failed as `saveReplay` has it: in the log, as an annotation, in the summary. */
export function gateFailure(task: string): { log: string; annotation: string; row: string } {
  const clause = 'postconditions[1] (dom_text match)';
  const file = `tasks/webvoyager/${task}.md`;
  const words = `webvoyager: failed: ${clause}: wanted h1 contains "Example Domain"; observed no element matches h1; after 3 steps`;
  return {
    log: `FAILED  ${file}: ${task}: ${words}`,
    annotation: `::error file=${file},title=${task} failed::${file}: ${task}: ${words}`,
    row: `| \`${task}\` | \`${words}\` | \`${file}\` |`,
  };
}
