import type { Redis } from 'ioredis';
import { Delivery, Ticket } from './ticket.ts';

/** In place of a result that was fetched: it stands, and takes no room. */
const fetched = 'fetched';

type Counter = 'retries' | 'duplicatePlays';

/** What the Redis of a queue holds of one run beside its jobs: the ticket, the results by job id, what was counted. */
export class PlanStore {
  private readonly redis: Redis;
  private readonly ticketKey: string;
  private readonly resultsKey: string;
  private readonly countsKey: string;

  constructor(redis: Redis, planId: string) {
    this.redis = redis;
    const key = (what: string) => `contract-bench:${planId}:${what}`;
    this.ticketKey = key('ticket');
    this.resultsKey = key('results');
    this.countsKey = key('counts');
  }

  async post(ticket: Ticket): Promise<void> {
    await this.redis.set(this.ticketKey, JSON.stringify(ticket));
  }

  async isPosted(): Promise<boolean> {
    return (await this.redis.exists(this.ticketKey)) === 1;
  }

  /** Null where nobody waits for the run any more. */
  async ticket(): Promise<Ticket | null> {
    const text = await this.redis.get(this.ticketKey);
    return text === null ? null : Ticket.parse(JSON.parse(text));
  }

  /** The first result of an episode stands; of a later one nothing is kept but the count, and nothing once nobody waits. */
  async keep(jobId: string, played: Delivery): Promise<void> {
    if (!(await this.isPosted())) return;
    const isFirst = (await this.redis.hsetnx(this.resultsKey, jobId, JSON.stringify(played))) === 1;
    if (!isFirst) await this.count('duplicatePlays');
  }

  async isKept(jobId: string): Promise<boolean> {
    return (await this.redis.hexists(this.resultsKey, jobId)) === 1;
  }

  async kept(): Promise<string[]> {
    return this.redis.hkeys(this.resultsKey);
  }

  /** Null where it is not there, or was fetched before. */
  async fetch(jobId: string): Promise<Delivery | null> {
    const text = await this.redis.hget(this.resultsKey, jobId);
    return text === null || text === fetched ? null : Delivery.parse(JSON.parse(text));
  }

  /** Called when what was fetched is on disk. */
  async release(jobId: string): Promise<void> {
    await this.redis.hset(this.resultsKey, jobId, fetched);
  }

  async count(what: Counter): Promise<void> {
    await this.redis.hincrby(this.countsKey, what, 1);
  }

  async counted(): Promise<Record<Counter, number>> {
    const { retries = '0', duplicatePlays = '0' } = await this.redis.hgetall(this.countsKey);
    return { retries: Number(retries), duplicatePlays: Number(duplicatePlays) };
  }

  async remove(): Promise<void> {
    await this.redis.del(this.ticketKey, this.resultsKey, this.countsKey);
  }
}
