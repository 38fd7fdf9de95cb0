import packageJson from '../../../package.json' with { type: 'json' };
import type { Pace } from '../../agents/models/proxy/model-proxy.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import type { RunConfig } from '../../results/records/result.ts';
import type { ServerChoice } from '../../servers/index.ts';
import { makePlan } from '../make-plan.ts';
import { type Plan, quietOptions } from '../plan.ts';
import type { PlanStore } from './plan-store.ts';
import type { Ticket } from './ticket.ts';

/**
 * The run of a ticket as this checkout would play it, whose `serverOf` says what a server's id means here. Throws `UserError` where it would be another one: then its
 * results would be no part of that run. Null where nobody waits for it any more.
 */
export async function planTicket(
  project: Project,
  serverOf: (id: string) => ServerChoice,
  store: PlanStore,
  env: NodeJS.ProcessEnv,
  pace: Pace | undefined,
): Promise<Plan | null> {
  const ticket = await store.ticket();
  if (!ticket) return null;
  const { options, sha } = ticket;
  const skill = options.skill === null ? null : { text: options.skill };
  const plan = await makePlan(
    { ...quietOptions(project), ...options, ...serverOf(options.server), skill, sha },
    env,
    pace,
  );
  const faults = differences(ticket, plan);
  if (faults.length > 0) throw new UserError(faults.map((fault) => `work: ${fault}`).join('\n'));
  return plan;
}

function differences(ticket: Ticket, { chromium, runs }: Plan): string[] {
  const versions: [string, string, string][] = [
    ['harness', packageJson.version, ticket.harness],
    ['browser', `${chromium.name} ${chromium.version}`, ticket.browser],
  ];
  const ofRuns = Object.entries(ticket.configs).flatMap(([suite, config]): [string, string, string][] => {
    const found = runs.find(({ run }) => run.suite === suite)?.run.config;
    if (!found) return [['suite', 'none', suite]];
    const wanted = identityOf(config);
    return Object.entries(identityOf(found)).map(([name, value]) => [
      `${name} of ${suite}`,
      value,
      wanted[name] ?? 'none',
    ]);
  });
  return [...versions, ...ofRuns]
    .filter(([, found, wanted]) => found !== wanted)
    .map(([name, found, wanted]) => `other ${name}: found ${found}; the run in the queue has ${wanted}`);
}

function identityOf(config: RunConfig): Record<string, string> {
  const { server, adapter, model, comparabilityKey } = config;
  return {
    server: `${server.id} ${server.version}`,
    adapter,
    model: model?.asked ?? 'none',
    endpoint: model?.endpoint ?? 'none',
    'comparability key': comparabilityKey,
  };
}
