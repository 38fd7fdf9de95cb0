import { fileURLToPath } from 'node:url';
import { readSuites, suitesIn } from '../task/read-suites.ts';
import { noPatternCheck } from '../task/read-tasks.ts';
import { readStandIns } from '../web/stand-ins.ts';
import { type Call, play } from './play.ts';

const here = (name: string) => fileURLToPath(new URL(`../../tasks/${name}`, import.meta.url));
const all = await readSuites(here(''), noPatternCheck);
const hosts = suitesIn(all).get('fixtures')?.hosts ?? [];
const web = await readStandIns([{ folder: here('web'), hosts }]);

export async function endOf(taskId: string, calls: readonly Call[]) {
  const task = all.tasks.map((file) => file.task).find(({ id }) => id === taskId);
  if (!task) throw new Error(`no task ${taskId}`);
  const { result } = await play({ web, success: task.success, task, calls });
  return { status: result.status, failed: result.failedPostcondition?.name };
}

/** Writes what the contract reads and sets the address, beside a request that the real outcome would cause. */
export const forging = (requests: string, html: string, address: string): Call[] => [
  [
    'run',
    {
      script: `(async () => { ${requests}; document.body.innerHTML = ${JSON.stringify(html)}; history.pushState(null, '', '${address}') })()`,
    },
  ],
];
export const post = (path: string, body = '') =>
  `await fetch('${path}', { method: 'POST', body: ${JSON.stringify(body)} })`;

export const order = (name: string, place: string, seats: number, way: string): Call => [
  'run',
  {
    script: `new Promise((done) => {
      document.body.innerHTML = '<iframe name=kept></iframe>' + document.body.innerHTML;
      document.forms[0].name.value = '${name}';
      document.forms[0].place.value = '${place}';
      document.forms[0].seats.value = '${seats}';
      document.querySelector('[value=${way}]').checked = true;
      document.forms[0].target = 'kept';
      document.querySelector('iframe').onload = done;
      document.forms[0].requestSubmit();
    })`,
  },
];
export const show = (path: string): Call => ['open', { url: `https://tickets.fixture.test${path}` }];
