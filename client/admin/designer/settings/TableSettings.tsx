/** The settings of a designed table, above its fields; collapsed while fields are edited. */
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { crudDesign } from '../../../../common/entities/crudDesign';
import { useForm } from '../../../engine/form/useForm';
import { NamedIcon } from '../../../ui/NamedIcon';
import { useOpenDesign } from '../data/designContext';
import { useAutoCommit } from '../data/useAutoCommit';
import { DesignForm, SaveState } from '../properties/DesignForm';
import { CHOSEN_SETTINGS } from '../properties/propertySections';

const SECTIONS = [
  {
    key: 'names',
    rows: [['table_name', 'icon'], ['one_en', 'many_en'], ['one_zh', 'many_zh'], ['title_field']],
  },
  { key: 'list', rows: [['sort_field', 'sort_descending'], ['standard_columns']] },
  { key: 'menu_and_access', rows: [['menu', 'sensitivity']] },
  {
    key: 'permissions',
    rows: [
      ['can_create', 'can_update', 'can_remove'],
      ['member_read', 'guest_read'],
      ['owner_field', 'tree_field'],
    ],
  },
  { key: 'other', rows: [['merge_groups'], ['other_options'], ['remark']] },
] as const;

function SettingsForm({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { onSaved } = useOpenDesign();
  const navigate = useNavigate();
  const form = useForm(crudDesign, id, {}, { savesQuietly: true });
  useAutoCommit(form, CHOSEN_SETTINGS, onSaved);
  const sections = SECTIONS.map(({ key, rows }) => ({
    key,
    title: t(`designerScreen.settings.${key}`),
    rows: rows.map((row) => row.filter((name) => form.formShape.fields.includes(name))).filter((row) => row.length > 0),
  }));
  return (
    <Stack sx={{ p: 4, pt: 2, gap: 2 }}>
      <DesignForm form={form} sections={sections} onClose={() => void navigate('..', { relative: 'path' })} />
      <Box sx={{ alignSelf: 'end', minHeight: 16 }}>
        <SaveState form={form} />
      </Box>
    </Stack>
  );
}

interface TableSettingsProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}
export function TableSettings({ isOpen, onToggle }: TableSettingsProps) {
  const { t } = useTranslation();
  const { id, settings, problems } = useOpenDesign();
  const regionId = useId();
  const count = problems.filter(({ field, property }) => field === undefined && property !== 'fields').length;
  return (
    <Box
      component="section"
      aria-label={t('designerScreen.settings.title')}
      sx={{ border: 1, borderColor: count > 0 ? 'error.main' : 'divider', borderRadius: '10px', flex: 'none' }}
    >
      <Box component="h2" sx={{ m: 0, font: 'inherit' }}>
        <ButtonBase
          aria-expanded={isOpen}
          aria-controls={regionId}
          onClick={onToggle}
          sx={{
            width: '100%',
            minHeight: 44,
            px: 4,
            gap: 3,
            justifyContent: 'start',
            textAlign: 'start',
            borderRadius: '10px',
          }}
        >
          <NamedIcon name={settings.icon} />
          <Typography component="span" variant="h4" noWrap>
            {t('designerScreen.settings.title')}
          </Typography>
          <Typography component="span" noWrap sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
            {[settings.table_name, settings.many_en, settings.many_zh].filter((name) => name !== '').join(' · ')}
          </Typography>
          {count > 0 && (
            <Typography component="span" variant="caption" noWrap sx={{ color: 'error.main' }}>
              {t('designerScreen.problems.count', { count })}
            </Typography>
          )}
          <ExpandMoreIcon sx={{ transform: isOpen ? 'rotate(180deg)' : 'none', transition: 'transform 120ms' }} />
        </ButtonBase>
      </Box>
      <Box id={regionId} hidden={!isOpen}>
        {isOpen && <SettingsForm id={id} />}
      </Box>
    </Box>
  );
}
