/**
 * The lines of a run's events by episode. They stay unparsed because a run has a hundred thousand, and a page shows one
 * episode.
 */
export class LinesByEpisode {
  private readonly lines = new Map<string, string[]>();

  constructor(text: string) {
    for (const line of text.split('\n')) {
      const place = placeIn(line);
      if (place === null) continue;
      const own = this.lines.get(place);
      if (own) own.push(line);
      else this.lines.set(place, [line]);
    }
  }

  /** Empty if none were stored. */
  of(taskId: string, trial: number): readonly string[] {
    return this.lines.get(`${trial} ${taskId}`) ?? [];
  }

  /** The trials of a task that have lines, in their order in the file. */
  trialsOf(taskId: string): number[] {
    return [...this.lines.keys()].flatMap((place) => {
      const at = place.indexOf(' ');
      return place.slice(at + 1) === taskId ? Number(place.slice(0, at)) : [];
    });
  }
}

/** The harness writes run, task and trial at the start of every line. */
function placeIn(line: string): string | null {
  const [, taskId, trial] = /^\{"runId":"[^"]*","taskId":"([^"]*)","trial":(\d+)/.exec(line) ?? [];
  return taskId === undefined ? null : `${trial} ${taskId}`;
}
