/**
 * What this project costs, against bare scripts that do the same. Without a word: episodes. `skills`: the A/B suites.
 * `site`: its build. `scale`: a second worker, the harness's share of an episode, the reading of a long history.
 */
export {};

const what = process.argv[2];
if (what === undefined) await import('./bench-self.ts');
else if (what === 'skills') await import('./bench-skills.ts');
else if (what === 'site') await import('./bench-site.ts');
else if (what === 'scale') await import('./bench-scale.ts');
else {
  process.stderr.write(`bench:self: found "${what}"; allowed is nothing, skills, site or scale\n`);
  process.exitCode = 2;
}
