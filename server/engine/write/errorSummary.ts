/** Why one row of several was refused, in one line: what is wrong with which of its fields, else what the refusal says. */
import type { AnyEntity } from '../../../common/entity/entity';
import { entityWords } from '../../../common/locales/entityWords';
import { sayFault, sayIssue } from '../../../common/locales/words';
import type { Fault } from '../../../common/protocol/faults';
import type { Lang } from '../../context';

export function errorSummary(lang: Lang, entity: AnyEntity, failure: Fault): string {
  const [issue] = failure.fields ?? [];
  if (issue === undefined) return sayFault(lang, failure);
  const label = entityWords(entity, lang).fields[issue.path.split('.')[0] ?? ''];
  const said = sayIssue(lang, issue);
  return label === undefined ? said : `${label}${lang === 'en' ? ': ' : '：'}${said}`;
}
