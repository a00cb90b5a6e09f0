/** The log of definitions: an entry is called what people call its noun, and read, not edited. */
import Typography from '@mui/material/Typography';

import { crudRecord } from '../../../../common/entities/crudRecord';
import { entityWords } from '../../../../common/locales/entityWords';
import type { CellProps } from '../../../engine/kinds/kindView';
import { override } from '../../../engine/override';
import { useSayTitle } from '../../../engine/useSayTitle';
import { asText } from '../../../shared/persist';
import { lazyPart } from '../../../ui/lazyPart';

function NounCell({ value }: CellProps) {
  const said = useSayTitle(crudRecord.name)(asText(value));
  return (
    <Typography component="span" variant="inherit" noWrap title={said} sx={{ display: 'block' }}>
      {said}
    </Typography>
  );
}

export const crudRecordScreen = override(crudRecord, {
  cells: { table_name: NounCell },
  panel: lazyPart(async () => (await import('./DefinitionPanel')).DefinitionPanel),
  sayTitle: (title, lang, registry) => {
    const noun = registry.get(title);
    return noun ? entityWords(noun, lang).many : title;
  },
});
