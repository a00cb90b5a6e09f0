/** Formats the error of a refused row in one line: the first issue with its field's label, else the message of the fault. */
import type { AnyEntity } from '../../../common/entity/entity';
import { entityLabels } from '../../../common/locales/entityLabels';
import { translateFault, translateIssue } from '../../../common/locales/translate';
import type { Fault } from '../../../common/protocol/faults';
import type { Lang } from '../../../common/lang';

export function errorSummary(lang: Lang, entity: AnyEntity, failure: Fault): string {
  const [issue] = failure.fields ?? [];
  if (issue === undefined) return translateFault(lang, failure);
  const label = entityLabels(entity, lang).fields[issue.path.split('.')[0] ?? ''];
  const message = translateIssue(lang, issue);
  return label === undefined ? message : `${label}${lang === 'en' ? ': ' : '：'}${message}`;
}
