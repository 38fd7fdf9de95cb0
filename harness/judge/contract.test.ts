import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { Contract } from './contract.ts';

test('optional fields get their defaults', () => {
  expect(Contract.parse({ kind: 'dom_text', contains: 'x' })).toEqual({
    kind: 'dom_text',
    selector: 'body',
    contains: 'x',
  });
  const network = { kind: 'network', url_pattern: 'x', status_in: [200] };
  expect(Contract.parse(network)).toEqual({ ...network, since: 'contract_enter' });
});

test.each([
  { kind: 'no_dialog', selector: 'p' },
  { kind: 'not', child: { kind: 'no_dialog' }, children: [] },
  { kind: 'and', children: [] },
  { kind: 'or', children: [{ kind: 'image_qa' }] },
  null,
])('a plain parse refuses %j', (raw) => {
  expect(Contract.safeParse(raw).success).toBe(false);
});

test('the type knows the fields of each kind', () => {
  expectTypeOf<Extract<Contract, { kind: 'dom_count' }>['op']>().toEqualTypeOf<'eq' | 'gte' | 'lte'>();
  expectTypeOf<Extract<Contract, { kind: 'dom_text' }>['selector']>().toEqualTypeOf<string>();
  expectTypeOf<Extract<Contract, { child: unknown }>['child']>().toEqualTypeOf<Contract>();
});

test('it has a JSON Schema', () => {
  const schema = JSON.stringify(z.toJSONSchema(Contract, { io: 'input' }));
  expect(schema).toContain('screenshot_class');
  expect(schema).toContain('$ref');
});
