/** Every word of a refusal is said somewhere: at its field, or with the field's name where there is none. */
import { expect, it } from '@jest/globals';
import { otherFaults, soleFault, type CallFault } from './faults';

const refused = (fields?: object): CallFault => ({
  ...{ kind: 'refused', status: 200, code: 0, msg: 'Please check' },
  data: fields === undefined ? null : { fields },
});
const names = { memo: 'Memo', amount: 'Amount' };

it('tells a form of one field everything that was refused', () => {
  expect(soleFault(refused({ memo: 'Too long' }), 'memo', names)).toBe('Too long');
  expect(soleFault(refused({ memo: 'Too long', amount: 'Too much' }), 'memo', names)).toBe(
    'Too long · Amount: Too much',
  );
  expect(soleFault(refused({ id: { msg: 'Unknown' } }), 'memo', names)).toBe('id: Unknown');
  expect(soleFault(refused(), 'memo', names)).toBe('Please check');
  expect(soleFault(new Error('anything'), 'memo', names)).toBe('');
});

it('leaves out what the form says at its own fields', () => {
  expect(otherFaults(refused({ memo: 'Too long', amount: 'Too much' }), ['amount'], names)).toBe('Memo: Too long');
  expect(otherFaults(refused({ memo: 'Too long' }), ['memo'], names)).toBe('');
});
