/** The properties of the selected field. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { crudDesignField } from '../../../../common/entities/crudDesignField';
import { asString } from '../../../../common/json';
import { FormPresence } from '../../../engine/presence/FormPresence';
import { useForm } from '../../../engine/form/useForm';
import { currentValue } from '../../../engine/formState/draft';
import { EmptyState } from '../../../ui/EmptyState';
import { useAutoCommit } from '../data/useAutoCommit';
import { useOpenDesign } from '../data/designContext';
import { DesignForm, SaveState } from './DesignForm';
import { TypedChoicesContext } from './useFieldOfRow';
import { SELECT_PROPERTIES, propertySections } from './propertySections';

function FieldProperties({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { fields, select, onSaved } = useOpenDesign();
  const form = useForm(crudDesignField, id, {}, { savesQuietly: true });
  useAutoCommit(form, SELECT_PROPERTIES, onSaved);
  const stored = fields.find((row) => row.id === id)?.field;
  const kind = asString(currentValue(form.draft, 'kind'), 20);
  const isPrimaryKey = form.draft.isLoaded && kind === 'primary_key';
  const sections = propertySections(kind).map((section) => ({
    ...section,
    title: t(`designerScreen.properties.sections.${section.key}`),
  }));
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 32 }}>
        <Typography variant="h4" component="h2" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {t('designerScreen.properties.title', { name: stored?.name ?? '' })}
        </Typography>
        <SaveState form={form} />
        <FormPresence entity={crudDesignField} id={id} />
      </Stack>
      {isPrimaryKey && (
        <Typography sx={{ color: 'text.secondary' }}>{t('designerScreen.properties.primary_key')}</Typography>
      )}
      <TypedChoicesContext value={form.draft.isLoaded ? currentValue(form.draft, 'choices') : undefined}>
        <DesignForm form={form} sections={sections} problemsOf={stored?.name} onClose={() => select(null)} />
      </TypedChoicesContext>
    </>
  );
}

export function PropertiesPane() {
  const { t } = useTranslation();
  const { selectedId } = useOpenDesign();
  if (selectedId === null)
    return <EmptyState title={t('designerScreen.properties.none')} help={t('designerScreen.properties.none_help')} />;
  return (
    <Stack component="section" aria-label={t('designerScreen.screen.tabs.properties')} sx={{ gap: 4, p: 4 }}>
      <FieldProperties key={selectedId} id={selectedId} />
    </Stack>
  );
}
