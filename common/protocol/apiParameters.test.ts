/** Parameters of an API definition: a mistake is an issue at its place, and stored parameters go on working. */
import { expect, it } from '@jest/globals';
import { parseApiParameters } from './apiParameters';

it.each([
  ['a key that no parameter has', { name: 'page', maximum: 5 }, 'unknown_field'],
  ['a largest value below the smallest one', { name: 'page', kind: 'integer', min: 5, max: 1 }, 'too_small'],
])('%s is an issue of the parameter, which is parsed all the same', (_what, parameter, code) => {
  const { parameters, issues } = parseApiParameters([{ name: 'state' }, parameter]);
  expect(issues).toEqual([expect.objectContaining({ path: 'params.1', code })]);
  expect(parameters.map(({ name }) => name)).toEqual(['state', 'page']);
});

it('a parameter with all keys and equal limits has no issue', () => {
  const validParameter = {
    name: 'page',
    kind: 'integer',
    required: true,
    min: 1,
    max: 1,
    choices: ['1'],
    info: 'Page',
  };
  expect(parseApiParameters([validParameter])).toEqual({ parameters: [validParameter], issues: [] });
});
