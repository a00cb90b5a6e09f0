/** Layout settings with immediate preview, stored in this browser. */
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '../../../shared/app/createStore';
import {
  ANIMATIONS,
  COLOR_NAMES,
  DEFAULT_LAYOUT,
  MENU_WIDTH,
  type ColorName,
  type Layout,
} from '../../../shared/store/layout';
import { layoutChanged, SCHEMES, selectLayout, selectSettings, settingsChanged } from '../../../shared/store/settings';
import { SIDEBAR } from '../../../shared/theme/designTokens';
import { ICON_NAMES, NamedIcon } from '../../../ui/NamedIcon';
import { LayoutModeChooser } from './LayoutModeChooser';
import { ConfirmDialog } from '../../../shared/controls/ConfirmDialog';

type ChangeLayout = (patch: Partial<Layout>) => void;
interface LayoutSectionProps {
  readonly layout: Layout;
  readonly change: ChangeLayout;
}

function SettingsSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" sx={{ gap: 3 }}>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      {children}
    </Stack>
  );
}

function MenuSection({ layout, change }: LayoutSectionProps) {
  const { t } = useTranslation();
  const switchSetting = (name: 'menuCollapse' | 'menuUniqueOpened' | 'menuShowTopBar', label: string) => (
    <FormControlLabel
      control={<Switch size="small" checked={layout[name]} onChange={(_, on) => change({ [name]: on })} />}
      label={label}
      sx={{ m: 0, gap: 2 }}
    />
  );
  return (
    <SettingsSection title={t('adminLayout.layout.menu')}>
      <Stack direction="row" sx={{ gap: 4, alignItems: 'center' }}>
        <Typography id="menu-width" sx={{ flex: 'none' }}>
          {t('adminLayout.layout.width')}
        </Typography>
        <Slider
          size="small"
          aria-labelledby="menu-width"
          value={layout.menuWidth}
          min={MENU_WIDTH.least}
          max={MENU_WIDTH.most}
          step={10}
          marks={[{ value: SIDEBAR.open }]}
          onChange={(_, width) => change({ menuWidth: Number(width) })}
        />
        <Typography sx={{ width: 36, textAlign: 'right' }}>{layout.menuWidth}</Typography>
      </Stack>
      {switchSetting('menuCollapse', t('adminLayout.layout.collapse'))}
      {switchSetting('menuUniqueOpened', t('adminLayout.layout.unique'))}
      {switchSetting('menuShowTopBar', t('adminLayout.layout.top_bar'))}
      <TextField
        select
        label={t('adminLayout.layout.icon')}
        value={layout.menuDefaultIcon}
        onChange={({ target }) => change({ menuDefaultIcon: target.value })}
      >
        {ICON_NAMES.map((name) => (
          <MenuItem key={name} value={name}>
            <Stack direction="row" sx={{ gap: 2 }}>
              <NamedIcon name={name} />
              {name}
            </Stack>
          </MenuItem>
        ))}
      </TextField>
    </SettingsSection>
  );
}

function ColorSwatch({
  name,
  at: pairIndex,
  layout,
  change,
}: LayoutSectionProps & { readonly name: ColorName; readonly at: 0 | 1 }) {
  const { t } = useTranslation();
  const scheme = t(pairIndex === 0 ? 'adminLayout.layout.light' : 'adminLayout.layout.dark_short');
  const [light, dark] = layout[name];
  return (
    <Box
      component="input"
      type="color"
      aria-label={`${t(`adminLayout.layout.color.${name}`)}, ${scheme}`}
      value={layout[name][pairIndex]}
      onChange={({ target }) => change({ [name]: pairIndex === 0 ? [target.value, dark] : [light, target.value] })}
      sx={{
        width: 36,
        height: 28,
        p: 0,
        border: 1,
        borderColor: 'outline',
        borderRadius: '6px',
        bgcolor: 'transparent',
        cursor: 'pointer',
      }}
    />
  );
}

function ColorSection({ layout, change }: LayoutSectionProps) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('adminLayout.layout.colors')}>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: '1fr auto auto', columnGap: 3, rowGap: 2, alignItems: 'center' }}
      >
        <span />
        <Typography variant="caption">{t('adminLayout.layout.light')}</Typography>
        <Typography variant="caption">{t('adminLayout.layout.dark_short')}</Typography>
        {COLOR_NAMES.map((name) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Typography noWrap>{t(`adminLayout.layout.color.${name}`)}</Typography>
            <ColorSwatch name={name} layout={layout} change={change} at={0} />
            <ColorSwatch name={name} layout={layout} change={change} at={1} />
          </Box>
        ))}
      </Box>
    </SettingsSection>
  );
}

function AppearanceSection({ layout, change }: LayoutSectionProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { scheme } = useAppSelector(selectSettings);
  return (
    <Stack direction="row" sx={{ gap: 3 }}>
      <TextField
        select
        label={t('adminLayout.layout.dark')}
        value={scheme}
        onChange={({ target }) => {
          const selected = SCHEMES.find((name) => name === target.value);
          if (selected) dispatch(settingsChanged({ scheme: selected }));
        }}
      >
        {SCHEMES.map((option) => (
          <MenuItem key={option} value={option}>
            {t(`shell.scheme.${option}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('adminLayout.layout.animation')}
        value={layout.mainAnimation}
        onChange={({ target }) => {
          const selected = ANIMATIONS.find((name) => name === target.value);
          if (selected) change({ mainAnimation: selected });
        }}
      >
        {ANIMATIONS.map((option) => (
          <MenuItem key={option} value={option}>
            {t(`adminLayout.layout.animations.${option}`)}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  );
}

export function LayoutDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const layout = useAppSelector(selectLayout);
  const [isConfirmingReset, setIsConfirmingReset] = useState(false);
  const change: ChangeLayout = (patch) => void dispatch(layoutChanged(patch));
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        backdrop: { invisible: true },
        paper: { 'aria-label': t('adminLayout.layout.title'), sx: { width: 380, maxWidth: '100%' } },
      }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: 'center', px: 6, height: 56, flex: 'none', borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('adminLayout.layout.title')}
        </Typography>
        <IconButton aria-label={t('shell.close')} onClick={onClose} edge="end">
          <Close />
        </IconButton>
      </Stack>
      <Stack sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: 6, gap: 7 }}>
        <SettingsSection title={t('adminLayout.layout.mode')}>
          <LayoutModeChooser value={layout.layoutMode} onChange={(layoutMode) => change({ layoutMode })} />
        </SettingsSection>
        <AppearanceSection layout={layout} change={change} />
        <MenuSection layout={layout} change={change} />
        <ColorSection layout={layout} change={change} />
        <Button variant="outlined" onClick={() => setIsConfirmingReset(true)}>
          {t('adminLayout.layout.restore')}
        </Button>
      </Stack>
      <ConfirmDialog
        isOpen={isConfirmingReset}
        title={t('adminLayout.layout.restore_title')}
        text={t('adminLayout.layout.restore_text')}
        confirmLabel={t('adminLayout.layout.restore')}
        onClose={() => setIsConfirmingReset(false)}
        onConfirm={() => change(DEFAULT_LAYOUT)}
      />
    </Drawer>
  );
}
