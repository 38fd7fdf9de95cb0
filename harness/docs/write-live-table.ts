import { liveTable } from './live-table.ts';

/** Writes the table of live runs into the runbook; a test checks that what is committed is current. */
await liveTable('write');
