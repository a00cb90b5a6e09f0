/** The differences between the active definition and the design, in the words of the designer's inputs. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DesignDifference } from '../../../../common/designer/design';
import { findColumn } from '../../../../common/entity/columns';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useEngine } from '../../../engine/engineContext';
import { useLanguage } from '../../../shared/i18n/i18n';
import { printListText } from './printListText';

const OWN_TITLES = ['field_added', 'field_removed', 'field_renamed', 'field_order'] as const;
const hasOwnTitle = (property: string): property is (typeof OWN_TITLES)[number] =>
  OWN_TITLES.some((name) => name === property);

/** How a value of a column reads, and the title of the column. */
function useDifferenceTexts({ field, property, option }: DesignDifference) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { registry } = useEngine();
  const entity = registry.get(field === undefined ? 'crud_design' : 'crud_design_field');
  const column = property === 'field_added' || property === 'field_removed' ? 'kind' : property;
  const labels = entity && entityLabels(entity, lang);
  const definition = entity && findColumn(entity, column);
  const print = (text: string): string => {
    if (text === '') return t('designerScreen.changes.no_value');
    if (definition?.kind === 'switch') return t(text === '1' ? 'engine.field.yes' : 'engine.field.no');
    const values = Object.entries(definition?.options.values ?? {});
    const label = (value: string) => {
      const name = values.find(([, stored]) => stored === value)?.[0];
      return (name === undefined ? undefined : labels?.choices[column]?.[name]) ?? value;
    };
    return printListText(text, label);
  };
  const own = hasOwnTitle(property) ? t(`designerScreen.changes.${property}`) : undefined;
  const title = own ?? (option === undefined ? labels?.fields[property] : `${labels?.fields[property]}: ${option}`);
  return { title: title ?? property, print };
}

function DifferenceRow({ difference }: { readonly difference: DesignDifference }) {
  const { t } = useTranslation();
  const { title, print } = useDifferenceTexts(difference);
  const { field, property, from, to, isWider } = difference;
  const detail =
    property === 'field_added'
      ? print(to)
      : property === 'field_removed'
        ? print(from)
        : t('designerScreen.changes.from_to', { from: print(from), to: print(to) });
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ alignItems: 'baseline', flexWrap: 'wrap', columnGap: 2, rowGap: 1, py: 1 }}
    >
      <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {field === undefined ? title : t('designerScreen.changes.of_field', { field, title })}
      </Typography>
      {isWider === true && <Chip size="small" color="warning" label={t('designerScreen.changes.wider_mark')} />}
      <Typography component="span" variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {detail}
      </Typography>
    </Stack>
  );
}

export function DifferenceList({ differences }: { readonly differences: readonly DesignDifference[] }) {
  const { t } = useTranslation();
  if (differences.length === 0) return null;
  return (
    <Stack component="section" aria-label={t('designerScreen.changes.definition')} sx={{ gap: 2 }}>
      <Typography variant="subtitle2" component="h3">
        {t('designerScreen.changes.definition')}
      </Typography>
      {differences.some(({ isWider }) => isWider === true) && (
        <Alert severity="warning">
          {t('designerScreen.changes.wider', { mark: t('designerScreen.changes.wider_mark') })}
        </Alert>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {differences.map((difference) => (
          <DifferenceRow
            key={`${difference.field ?? ''}/${difference.property}/${difference.option ?? ''}`}
            difference={difference}
          />
        ))}
      </Box>
    </Stack>
  );
}
