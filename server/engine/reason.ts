/** Why one row of several was refused, in one line: what is wrong with which of its fields, else what the refusal says. */
import type { AnyEntity } from '../../common/entity/entity';
import { entityWords } from '../../common/locales/entityWords';
import { sayFault, sayIssue } from '../../common/locales/words';
import type { Fault } from '../../common/protocol/faults';
import type { Lang } from '../kit';

export function reasonOf(lang: Lang, entity: AnyEntity, refusal: Fault): string {
  const [issue] = refusal.fields ?? [];
  if (issue === undefined) return sayFault(lang, refusal);
  const label = entityWords(entity, lang).fields[issue.path.split('.')[0] ?? ''];
  const said = sayIssue(lang, issue);
  return label === undefined ? said : `${label}${lang === 'en' ? ': ' : '：'}${said}`;
}
