/** The header of the designer: title, people, undo, problems, and what can be done with the design. */
import BackIcon from '@mui/icons-material/ArrowBack';
import MoreIcon from '@mui/icons-material/MoreVert';
import RedoIcon from '@mui/icons-material/Redo';
import UndoIcon from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { crudDesign } from '../../../common/entities/crudDesign';
import { crudRecord } from '../../../common/entities/crudRecord';
import { crudDesignField } from '../../../common/entities/crudDesignField';
import { PeopleStack } from '../../engine/presence/PeopleStack';
import { useAppSelector } from '../../shared/app/createStore';
import { useLanguage } from '../../shared/i18n/i18n';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { selectPresentPeople } from '../../shared/presence/presenceSlice';
import { MenuButton } from '../../ui/MenuButton';
import { useKnownProblems } from './changes/usePreview';
import { useOpenDesign } from './data/designContext';

interface DesignerHeadProps {
  /** The address of the list of designs. */
  readonly listPath: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onApply: () => void;
  readonly onExport: () => void;
  readonly onShowProblems: () => void;
  readonly onShowJob: (id: number) => void;
}

/** The people who have this design or one of its fields open. */
function DesignPeople() {
  const { id, fields } = useOpenDesign();
  const present = useAppSelector(selectPresentPeople);
  const rows = present.entityName === crudDesignField.name ? new Set(fields.map((stored) => stored.id)) : new Set([id]);
  const isHere = present.entityName === crudDesign.name || present.entityName === crudDesignField.name;
  const people = present.onScreen.filter(({ tabs }) => tabs.some(({ rowId }) => rowId !== null && rows.has(rowId)));
  return isHere ? <PeopleStack people={people} entity={crudDesign} size={26} /> : null;
}

function ProblemChip({ onShow }: { readonly onShow: () => void }) {
  const { t } = useTranslation();
  const count = useKnownProblems().length;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={count === 0 ? 'success' : 'error'}
      label={count === 0 ? t('designerScreen.problems.none') : t('designerScreen.problems.count', { count })}
      onClick={onShow}
    />
  );
}

function MoreMenu({ onExport, onShowJob }: Pick<DesignerHeadProps, 'onExport' | 'onShowJob'>) {
  const { t } = useTranslation();
  const { job_id: lastJob, record_id: applied, table_name: table } = useOpenDesign().settings;
  return (
    <MenuButton label={t('designerScreen.screen.more')} icon={<MoreIcon />}>
      {(close) => [
        <MenuItem
          key="export"
          onClick={() => {
            close();
            onExport();
          }}
        >
          {t('designerScreen.screen.export')}
        </MenuItem>,
        <MenuItem
          key="log"
          component={Link}
          disabled={applied === null}
          to={`${APP_PATHS.admin.home}/${crudRecord.name}?table_name=eq:${table}`}
          onClick={close}
        >
          {t('designerScreen.screen.log')}
        </MenuItem>,
        <MenuItem
          key="job"
          disabled={lastJob === null}
          onClick={() => {
            close();
            if (lastJob !== null) onShowJob(lastJob);
          }}
        >
          {t('designerScreen.screen.last_job')}
        </MenuItem>,
      ]}
    </MenuButton>
  );
}

function UndoButtons({
  canUndo,
  canRedo,
  onUndo,
  onRedo,
}: Pick<DesignerHeadProps, 'canUndo' | 'canRedo' | 'onUndo' | 'onRedo'>) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton
        aria-label={t('designerScreen.screen.undo')}
        title={t('designerScreen.screen.undo')}
        disabled={!canUndo}
        onClick={onUndo}
      >
        <UndoIcon />
      </IconButton>
      <IconButton
        aria-label={t('designerScreen.screen.redo')}
        title={t('designerScreen.screen.redo')}
        disabled={!canRedo}
        onClick={onRedo}
      >
        <RedoIcon />
      </IconButton>
    </>
  );
}

export function DesignerHead({
  listPath,
  canUndo,
  canRedo,
  onUndo,
  onRedo,
  onApply,
  onExport,
  onShowProblems,
  onShowJob,
}: DesignerHeadProps) {
  const { t } = useTranslation();
  const { settings } = useOpenDesign();
  const isEnglish = useLanguage() === 'en';
  const pluralName = isEnglish ? settings.many_en : settings.many_zh;
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 1,
        px: { xs: 2, md: 4 },
        py: 2,
        minHeight: 52,
        borderBottom: 1,
        borderColor: 'divider',
        flex: 'none',
      }}
    >
      <IconButton
        component={Link}
        to={listPath}
        aria-label={t('designerScreen.screen.back')}
        title={t('designerScreen.screen.back')}
      >
        <BackIcon />
      </IconButton>
      <Box sx={{ flex: { xs: '1 1 calc(100% - 64px)', sm: '1 1 160px' }, minWidth: 0 }}>
        <Typography variant="h3" component="h1" noWrap>
          {t('designerScreen.screen.title', { table: pluralName === '' ? settings.table_name : pluralName })}
        </Typography>
      </Box>
      <DesignPeople />
      <ProblemChip onShow={onShowProblems} />
      <UndoButtons canUndo={canUndo} canRedo={canRedo} onUndo={onUndo} onRedo={onRedo} />
      <MoreMenu onExport={onExport} onShowJob={onShowJob} />
      <Button variant="contained" onClick={onApply} sx={{ ml: { xs: 'auto', sm: 0 } }}>
        {t('designerScreen.screen.apply')}
      </Button>
    </Stack>
  );
}
