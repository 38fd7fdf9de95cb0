import type { Run } from '../records/result.ts';
import { type Contender, contenderOf } from '../records/run-facts.ts';

/** If the timed piece of work slows down by this factor during a run, the machine was busy with other work. */
const busyFactor = 1.5;

type Recorded = Pick<Run, 'environment' | 'noise'>;

/** Other load on the machine during a run, from its own record; empty if there was none. */
export function busyByRecord({ environment, noise }: Recorded): string[] {
  const share = noise?.during ? 1 - noise.before / noise.during : 0;
  const others = noise?.overlaps ?? 0;
  return [
    ...(environment.contended ? ['another program used the processor when the run began'] : []),
    ...(others > 0
      ? [`${others} other ${others === 1 ? 'run' : 'runs'} used the machine during the run`]
      : []),
    ...(share >= 1 - 1 / busyFactor
      ? [`the machine was ${Math.round(share * 100)} % busy, including the browser of the run`]
      : []),
  ];
}

/** Runs of one command: they have the same start time and are played one after the other. In milliseconds. */
type Command = { from: number; to: number; runs: Played[] };

type Played = Contender & { suite: string; busy: string[]; isMeasured: boolean; command: Command | null };

/**
 * Which runs used which machine at what time. Two commands that overlapped on one machine disturbed each other; the
 * recorded `noise` of a run takes precedence. Machines of CI and of a queue look alike, so they are not compared.
 */
export class MachineTimes {
  private readonly runs = new Map<string, Played>();
  private readonly machines = new Map<string, Map<number, Command>>();

  add(run: Run): void {
    const { suite, startedAt, durationMs, config, noise } = run;
    const machine = machineOf(run);
    const from = Date.parse(startedAt);
    const commands = machine === null ? null : (this.machines.get(machine) ?? new Map<number, Command>());
    if (machine !== null && commands) this.machines.set(machine, commands);
    const command = commands && (commands.get(from) ?? { from, to: from, runs: [] });
    const played = {
      ...contenderOf(config),
      ...{ suite, busy: busyByRecord(run), isMeasured: noise !== undefined, command },
    };
    if (command) {
      commands.set(from, command);
      command.to += durationMs;
      command.runs.push(played);
    }
    this.runs.set(keyOf(run), played);
  }

  /** Other load on the machine during one of these runs, as text; empty if none is known. */
  busyOf(run: Pick<Run, 'runId' | 'startedAt'>): string[] {
    const played = this.runs.get(keyOf(run));
    if (!played) return [];
    const { busy, isMeasured, command } = played;
    return isMeasured || !command ? busy : [...busy, ...this.besideWords(command)];
  }

  private besideWords(command: Command): string[] {
    const commands = [...this.machines.values()].find((each) => each.get(command.from) === command);
    const beside = [...(commands?.values() ?? [])].filter(
      (other) => other !== command && other.from < command.to && command.from < other.to,
    );
    const names = beside.flatMap(({ runs }) => runs.map(nameOf));
    if (names.length === 0) return [];
    const more = names.length > named ? ` and ${names.length - named} more` : '';
    return [`other runs used the same machine at the same time: ${names.slice(0, named).join(', ')}${more}`];
  }
}

/** The maximum of runs named in a sentence. */
const named = 3;

function nameOf({ adapter, agent, model, server, suite }: Played): string {
  return `${model ?? (agent.door === 'none' ? adapter : agent.id)} on ${server.id} (${suite})`;
}

function keyOf({ runId, startedAt }: Pick<Run, 'runId' | 'startedAt'>): string {
  return `${startedAt} ${runId}`;
}

/** Null if equal records may be different machines. */
function machineOf({ environment: { os, arch, cpu, cpuCount, memoryBytes, ci }, queue }: Run): string | null {
  return ci || queue ? null : [os, arch, cpu, cpuCount, memoryBytes].join(' ');
}
