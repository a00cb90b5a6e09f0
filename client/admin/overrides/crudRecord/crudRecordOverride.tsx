/** Log of definitions: entries are titled with the entity's label and shown in a panel instead of a form. */
import Typography from '@mui/material/Typography';

import { crudRecord } from '../../../../common/entities/crudRecord';
import { entityLabels } from '../../../../common/locales/entityLabels';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { asString } from '../../../../common/json';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

function EntityCell({ value }: CellProps) {
  const title = useTranslateTitle(crudRecord.name)(asString(value));
  return (
    <Typography component="span" variant="inherit" noWrap title={title} sx={{ display: 'block' }}>
      {title}
    </Typography>
  );
}

export const crudRecordOverride = defineOverride(crudRecord, {
  cells: { table_name: EntityCell },
  panel: lazyWithRetry(async () => (await import('./DefinitionPanel')).DefinitionPanel),
  translateTitle: (title, lang, registry) => {
    const entity = registry.get(title);
    return entity ? entityLabels(entity, lang).many : title;
  },
});
