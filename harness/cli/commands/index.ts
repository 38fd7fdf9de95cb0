import { isPackage } from '../this-project.ts';
import { agents } from './agents.ts';
import { audit } from './audit.ts';
import { bench } from './bench.ts';
import { benchSelf } from './bench-self.ts';
import { cache } from './cache.ts';
import { check } from './check.ts';
import type { Command, CommandGroup } from './command.ts';
import { docs } from './docs.ts';
import { doctor } from './doctor.ts';
import { exportRun } from './export.ts';
import { freeze } from './freeze.ts';
import { gate } from './gate.ts';
import { checkRerecord } from './github/check-rerecord.ts';
import { comment } from './github/comment.ts';
import { judgeReport } from './github/judge-report.ts';
import { init } from './init.ts';
import { judge } from './judge.ts';
import { list } from './list.ts';
import { manager } from './manager.ts';
import { mcp } from './mcp.ts';
import { movedMeasurements } from './measure.ts';
import { merge } from './merge.ts';
import { models } from './models.ts';
import { newGroup } from './new.ts';
import { publish } from './publish.ts';
import { enqueue } from './queue/enqueue.ts';
import { work } from './queue/work.ts';
import { record } from './record.ts';
import { acceptedEnds } from './right-ends.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { servers } from './servers.ts';
import { show } from './show.ts';
import { site } from './site.ts';
import { skills } from './skills.ts';
import { start } from './start.ts';
import { suites } from './suites.ts';
import { tasks } from './tasks.ts';
import { town } from './town.ts';
import { verify } from './verify.ts';

/** In the order in which help names them. */
const all: readonly (Command | CommandGroup)[] = [
  init,
  run,
  start,
  bench,
  record,
  freeze,
  audit,
  ...movedMeasurements,
  acceptedEnds,
  list,
  tasks,
  suites,
  serve,
  check,
  checkRerecord,
  judgeReport,
  verify,
  judge,
  show,
  exportRun,
  servers,
  agents,
  models,
  cache,
  doctor,
  newGroup,
  merge,
  publish,
  site,
  enqueue,
  work,
  gate,
  docs,
  comment,
  skills,
  manager,
  mcp,
  town,
  benchSelf,
];

export const commands = all.filter(({ ofRepository }) => !(isPackage && ofRepository));
