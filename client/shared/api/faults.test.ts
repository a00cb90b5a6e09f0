/** Every field error of a refusal is shown: at its field, or with the label of a field the form does not have. */
import { expect, it } from '@jest/globals';
import { otherFieldErrors, singleFieldError, type CallFault } from './faults';

const refused = (fields?: object): CallFault => ({
  kind: 'refused',
  status: 200,
  code: 0,
  msg: 'Please check',
  data: fields === undefined ? null : { fields },
});
const labels = { memo: 'Memo', amount: 'Amount' };

it('singleFieldError: returns all field errors for a form of one field', () => {
  expect(singleFieldError(refused({ memo: 'Too long' }), 'memo', labels)).toBe('Too long');
  expect(singleFieldError(refused({ memo: 'Too long', amount: 'Too much' }), 'memo', labels)).toBe(
    'Too long · Amount: Too much',
  );
  expect(singleFieldError(refused({ id: { msg: 'Unknown' } }), 'memo', labels)).toBe('id: Unknown');
  expect(singleFieldError(refused(), 'memo', labels)).toBe('Please check');
  expect(singleFieldError(new Error('anything'), 'memo', labels)).toBe('');
});

it('otherFieldErrors: leaves out the fields that the form shows', () => {
  expect(otherFieldErrors(refused({ memo: 'Too long', amount: 'Too much' }), ['amount'], labels)).toBe(
    'Memo: Too long',
  );
  expect(otherFieldErrors(refused({ memo: 'Too long' }), ['memo'], labels)).toBe('');
});
