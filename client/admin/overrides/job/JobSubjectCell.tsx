/** The subject of a job: the name of an entity in words, anything else as it is stored. */
import { entityLabels } from '../../../../common/locales/entityLabels';
import { asString } from '../../../../common/json';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useEntity } from '../../../engine/engineContext';
import { useLanguage } from '../../../shared/i18n/i18n';

export function JobSubjectCell({ DefaultCell, ...props }: CellProps) {
  const entity = useEntity(asString(props.value, 120));
  const lang = useLanguage();
  if (!DefaultCell) return null;
  return <DefaultCell {...props} value={entity === undefined ? props.value : entityLabels(entity, lang).many} />;
}
