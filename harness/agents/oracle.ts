import { ownOf } from '../platform/words/known-names.ts';
import { whyUnread } from '../servers/script-tools.ts';
import { noToolMapping, toolMappingOf } from '../servers/tool-mappings/index.ts';
import { Hand, playActs } from './baselines/walk/hand.ts';
import { playSteps, whyNot } from './baselines/walk/play-steps.ts';
import { defineBuiltInAgent } from './built-in-agent.ts';

export const oracle = defineBuiltInAgent({
  id: 'oracle',
  kind: 'oracle',
  summary: 'plays the reference solution of a task with the tools of any server',
  mustEnd: () => ['passed'],
  make: async ({ walkthrough }) => ({
    model: null,
    missing: async (task, server) => {
      if (!toolMappingOf(server)) return noToolMapping(server);
      return (await walkthrough?.(task.id)) ? null : 'it has no reference solution';
    },
    cannot: async (task, server) => {
      const [steps, mapping] = [await walkthrough?.(task.id), toolMappingOf(server)];
      if (!steps || !mapping) return null;
      const own = ownOf(mapping.cannot ?? {}, task.templateId ?? task.id) ?? whyNot(steps, mapping);
      return own ?? whyUnread(server, mapping);
    },
    open: async (task, server) => {
      const [steps, mapping] = [await walkthrough?.(task.id), toolMappingOf(server)];
      if (!steps || !mapping)
        throw new Error(`no reference solution of ${task.id}, or no tool mapping for ${server.id}`);
      const hand = new Hand(mapping);
      const { next, meetTools, ended } = playActs(hand, playSteps(steps, hand), { pastErrors: false });
      return {
        session: {
          next,
          meetTools,
          report: () => ({
            success: ended() ? true : null,
            answer: ended()?.answer ?? null,
            stopReason: null,
          }),
        },
      };
    },
  }),
});
