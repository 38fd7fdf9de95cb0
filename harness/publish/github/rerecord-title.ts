const pattern = /\[transcript-rerecord:([^\]]*)\]/g;

/**
 * A title names what it re-records: `[transcript-rerecord: task-01-example-com-title, fixtures/*]`. `<suite>/*` stands
 * for every task of the suite, for a title has 256 characters.
 */
export function compareTitle(
  title: string,
  changed: ReadonlySet<string>,
  suites: ReadonlyMap<string, ReadonlySet<string>>,
): { lines: string[]; ok: boolean } {
  const named = new Set(namesIn(title).flatMap((word) => [...(ofSuite(word, suites) ?? [word])]));
  const unnamed = [...changed].filter((name) => !named.has(name)).sort();
  const untouched = [...named].filter((name) => !changed.has(name)).sort();
  const ok = unnamed.length === 0 && untouched.length === 0;
  if (ok) {
    const said = [...changed].sort().join(', ');
    return {
      lines: [said === '' ? 'no recording changed' : `re-recorded, as the title says: ${said}`],
      ok,
    };
  }
  return {
    lines: [
      ...unnamed.map(
        (name) => `${name}: its recording, or what it gives the agent, changed; the title does not name it`,
      ),
      ...untouched.map((name) => `${name}: the title names it; nothing of it changed`),
      changed.size === 0
        ? 'the title must name no task'
        : `the title must hold: [transcript-rerecord: ${shortest(changed, suites)}]`,
    ],
    ok,
  };
}

function namesIn(title: string): string[] {
  return [...title.matchAll(pattern)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  );
}

function ofSuite(
  word: string,
  suites: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> | undefined {
  return word.endsWith('/*') ? suites.get(word.slice(0, -2)) : undefined;
}

/** A suite of which everything changed is said in one word. */
function shortest(changed: ReadonlySet<string>, suites: ReadonlyMap<string, ReadonlySet<string>>): string {
  const whole = [...suites].filter(
    ([, tasks]) => tasks.size > 1 && [...tasks].every((task) => changed.has(task)),
  );
  const rest = [...changed].filter((name) => !whole.some(([, tasks]) => tasks.has(name)));
  return [...rest.sort(), ...whole.map(([suite]) => `${suite}/*`).sort()].join(', ');
}
