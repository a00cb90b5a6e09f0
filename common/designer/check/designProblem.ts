/** Problems of designs: their codes are the keys of the messages. */
import type { designer } from '../../locales/en/designer';
import type { DesignProblem } from '../design';

/** The code of a problem, a key below `designer.problems`. */
export type ProblemCode = keyof (typeof designer)['problems'];
type Params = NonNullable<DesignProblem['params']>;

/** A problem of the settings of a table. */
export const tableProblem = (code: ProblemCode, property: string, params?: Params): DesignProblem => ({
  code,
  property,
  ...(params === undefined ? {} : { params }),
});

/** A problem of a field. */
export const fieldProblem = (field: string, code: ProblemCode, property: string, params?: Params): DesignProblem => ({
  ...tableProblem(code, property, params),
  field,
});
