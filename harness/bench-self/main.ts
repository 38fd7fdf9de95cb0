/** What this project costs, against bare scripts that do the same. Without a word: episodes. `skills`: the A/B suites. `site`: its build. */
export {};

const what = process.argv[2];
if (what === undefined) await import('./bench-self.ts');
else if (what === 'skills') await import('./bench-skills.ts');
else if (what === 'site') await import('./bench-site.ts');
else {
  process.stderr.write(`bench:self: found "${what}"; allowed is nothing, skills or site\n`);
  process.exitCode = 2;
}
