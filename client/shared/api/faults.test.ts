/** Every word of a refusal is said somewhere: at its field, or with the field's name where there is none. */
import { expect, it } from '@jest/globals';
import { otherFieldErrors, singleFieldError, type CallFault } from './faults';

const refused = (fields?: object): CallFault => ({
  ...{ kind: 'refused', status: 200, code: 0, msg: 'Please check' },
  data: fields === undefined ? null : { fields },
});
const labels = { memo: 'Memo', amount: 'Amount' };

it('tells a form of one field everything that was refused', () => {
  expect(singleFieldError(refused({ memo: 'Too long' }), 'memo', labels)).toBe('Too long');
  expect(singleFieldError(refused({ memo: 'Too long', amount: 'Too much' }), 'memo', labels)).toBe(
    'Too long · Amount: Too much',
  );
  expect(singleFieldError(refused({ id: { msg: 'Unknown' } }), 'memo', labels)).toBe('id: Unknown');
  expect(singleFieldError(refused(), 'memo', labels)).toBe('Please check');
  expect(singleFieldError(new Error('anything'), 'memo', labels)).toBe('');
});

it('leaves out what the form says at its own fields', () => {
  expect(otherFieldErrors(refused({ memo: 'Too long', amount: 'Too much' }), ['amount'], labels)).toBe(
    'Memo: Too long',
  );
  expect(otherFieldErrors(refused({ memo: 'Too long' }), ['memo'], labels)).toBe('');
});
