import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainMatch, someContract } from '../testing/arbitrary-contracts.ts';
import {
  type ClauseAddress,
  childAddresses,
  nameOfClause,
  parseClauseName,
  rootAddress,
} from './clause-address.ts';
import { nothingCollected } from './facts.ts';
import { judge } from './judge.ts';

const everyAddress = (address: ClauseAddress): ClauseAddress[] => [
  address,
  ...childAddresses(address).flatMap(everyAddress),
];

test('clauses are addressed as verdicts name them, and a name is read back to its path and kind', () => {
  fc.assert(
    fc.property(someContract, (contract) => {
      const addresses = everyAddress(rootAddress(contract));
      const names = addresses.flatMap(({ name }) => (name === null ? [] : [name]));
      expect(names).toEqual(judge(contract, nothingCollected, plainMatch).clauses.map(({ name }) => name));
      for (const address of addresses) {
        const path = address.path ?? 'postconditions';
        expect(parseClauseName(nameOfClause(address))).toEqual({ path, kind: address.clause.kind });
      }
    }),
  );
});

test.each([
  'provenance',
  'postconditions[0]',
  'postconditions[0] (constructor match)',
  'postconditions[0].parent (url match)',
])('%s names no clause', (name) => {
  expect(parseClauseName(name)).toBeNull();
});
