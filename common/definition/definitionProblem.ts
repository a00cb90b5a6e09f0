/** Rules that a definition breaks, as codes with parameters, so that they can be shown in each language. */
import { definition } from '../locales/en/definition';
import { interpolate } from '../text/interpolate';

/** Key of the sentence below `definition` of the texts. */
export type DefinitionProblemCode = keyof typeof definition;
type Params = Readonly<Record<string, string | number>>;

export interface DefinitionProblem {
  readonly code: DefinitionProblemCode;
  /** `name` is the name of the field, where the problem belongs to one. */
  readonly params: Params;
}

export const definitionProblem = (code: DefinitionProblemCode, params: Params = {}): DefinitionProblem => ({
  code,
  params,
});

/** The English sentence, for logs and for tests of the registry. */
export const englishSentence = ({ code, params }: DefinitionProblem): string => interpolate(definition[code], params);
