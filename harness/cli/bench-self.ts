import { thisProject } from './this-project.ts';

/**
 * What this project costs, against bare scripts that do the same. Without a word: episodes. `skills`: the A/B suites.
 * `site`: its build. `scale`: a second worker, the harness's share of an episode, the reading of a long history.
 */
const what = process.argv[2];
if (what === undefined) await (await import('../bench-self/bench-self.ts')).benchEpisodes(thisProject);
else if (what === 'skills') await (await import('../bench-self/bench-skills.ts')).benchSkills(thisProject);
else if (what === 'site') await (await import('../bench-self/bench-site.ts')).benchSite(thisProject);
else if (what === 'scale') await (await import('../bench-self/bench-scale.ts')).benchScale(thisProject);
else {
  process.stderr.write(`bench:self: found "${what}"; allowed is nothing, skills, site or scale\n`);
  process.exitCode = 2;
}
