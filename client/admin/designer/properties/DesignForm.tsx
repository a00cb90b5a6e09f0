/** A form whose edits are saved one by one, in sections; used for the settings of a design and for the properties of a field. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictDialogs } from '../../../engine/conflict/ConflictDialogs';
import { FormBanner } from '../../../engine/form/FormBanner';
import { FormField } from '../../../engine/form/FormField';
import { FormSkeleton } from '../../../engine/form/FormBody';
import type { EntityFormState } from '../../../engine/formState/entityFormState';
import { useFormatters } from '../../../shared/i18n/format';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { ProblemTexts } from './ProblemTexts';

const DraftOffers = lazyWithRetry(
  async () => (await import('../../../engine/autosave/DraftOffers')).DraftOffers,
  'none',
);

/** Texts that a design needs before it can be applied; it is stored without them. */
const NEEDED: ReadonlySet<string> = new Set(['one_en', 'many_en', 'one_zh', 'many_zh', 'label_en', 'label_zh']);

/** A row of inputs, side by side where there is space. */
export type InputRow = readonly string[];
export interface FormSection {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly InputRow[];
}

/** Whether the edits are stored. */
export function SaveState({ form }: { readonly form: EntityFormState }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { pendingSave: sent, savedAt } = form.draft;
  const text =
    sent !== null
      ? t('designerScreen.screen.saving')
      : form.dirtyFields.length > 0
        ? t('designerScreen.screen.unsaved')
        : savedAt === null
          ? ''
          : t('designerScreen.screen.saved', { time: format.time(Math.floor(savedAt / 1000)) });
  return (
    <Typography component="output" variant="caption" noWrap sx={{ color: 'text.secondary', flex: 'none' }}>
      {text}
    </Typography>
  );
}

interface FieldRowProps {
  readonly form: EntityFormState;
  readonly row: InputRow;
  /** The design field whose problems are shown; undefined for the settings of the table. */
  readonly problemsOf: string | undefined;
}
const FieldRow = ({ form, row, problemsOf }: FieldRowProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 4,
      gridTemplateColumns: '1fr',
      alignItems: 'start',
      '@container (min-width: 300px)': { gridTemplateColumns: `repeat(${row.length}, minmax(0, 1fr))` },
    }}
  >
    {row.map((name) => (
      <Box key={name} data-property={name} sx={{ minWidth: 0 }}>
        <FormField form={form} field={name} isNeeded={NEEDED.has(name)} />
        <ProblemTexts field={problemsOf} property={name} />
      </Box>
    ))}
  </Box>
);

interface DesignFormProps {
  readonly form: EntityFormState;
  readonly sections: readonly FormSection[];
  readonly problemsOf?: string | undefined;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}
export function DesignForm({ form, sections, problemsOf, onClose, children }: DesignFormProps) {
  const { offers, duplicate } = form.autosave;
  if (!form.draft.isLoaded) return <FormSkeleton form={form} />;
  return (
    <Stack sx={{ gap: 6, containerType: 'inline-size' }}>
      <FormBanner form={form} onClose={onClose} />
      {(offers.length > 0 || duplicate) && (
        <Suspense fallback={null}>
          <DraftOffers form={form} />
        </Suspense>
      )}
      {children}
      {sections
        .filter(({ rows }) => rows.length > 0)
        .map(({ key, title, rows }) => (
          <Stack key={key} component="section" aria-label={title} sx={{ gap: 4 }}>
            <Typography variant="h6" component="h3" sx={{ pb: 1, borderBottom: 1, borderColor: 'divider' }}>
              {title}
            </Typography>
            {rows.map((row) => (
              <FieldRow key={row.join()} form={form} row={row} problemsOf={problemsOf} />
            ))}
          </Stack>
        ))}
      <ConflictDialogs form={form} onSaveAsNew={() => void form.saveAsNew()} />
    </Stack>
  );
}
