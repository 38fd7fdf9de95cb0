import { liveTable } from '../docs/live-table.ts';
import { thisProject } from './this-project.ts';

/** Writes the table of live runs into the runbook; a test checks that what is committed is current. */
await liveTable(thisProject, 'write');
