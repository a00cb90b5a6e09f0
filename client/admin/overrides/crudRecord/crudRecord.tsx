/** The log of definitions: an entry is called what people call its noun, and read, not edited. */
import Typography from '@mui/material/Typography';

import { crudRecord } from '../../../../common/entities/crudRecord';
import { entityLabels } from '../../../../common/locales/entityLabels';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { asString } from '../../../../common/json';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

function NounCell({ value }: CellProps) {
  const said = useTranslateTitle(crudRecord.name)(asString(value));
  return (
    <Typography component="span" variant="inherit" noWrap title={said} sx={{ display: 'block' }}>
      {said}
    </Typography>
  );
}

export const crudRecordScreen = defineOverride(crudRecord, {
  cells: { table_name: NounCell },
  panel: lazyWithRetry(async () => (await import('./DefinitionPanel')).DefinitionPanel),
  translateTitle: (title, lang, registry) => {
    const noun = registry.get(title);
    return noun ? entityLabels(noun, lang).many : title;
  },
});
