/** Button and menu of the tabs that the row has no space for. */
import Circle from '@mui/icons-material/Circle';
import Close from '@mui/icons-material/Close';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { OVERFLOW_BUTTON_WIDTH } from './useOverflowTabs';
import type { OpenTab, TabActions } from './useTabs';

interface FoldedTabItemProps {
  readonly tab: OpenTab;
  readonly onOpen: () => void;
  readonly onCloseTab: () => void;
}
function FoldedTabItem({ tab: { title, hasUnsavedChanges }, onOpen, onCloseTab }: FoldedTabItemProps) {
  const { t } = useTranslation();
  return (
    <Box component="li" role="none" sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
      <MenuItem component="div" onClick={onOpen} sx={{ flex: 1, minWidth: 0, gap: 2 }}>
        <Typography noWrap component="span">
          {title}
        </Typography>
        {hasUnsavedChanges && (
          <Circle titleAccess={t('adminLayout.tabs.unsaved')} sx={{ fontSize: 7, color: 'warning.main' }} />
        )}
      </MenuItem>
      <IconButton
        size="small"
        aria-label={t('adminLayout.tabs.close_named', { title })}
        onClick={onCloseTab}
        sx={{ flex: 'none', '& svg': { fontSize: 16 } }}
      >
        <Close />
      </IconButton>
    </Box>
  );
}

interface OverflowTabsProps {
  readonly tabs: readonly OpenTab[];
  readonly tabActions: TabActions;
}
export function OverflowTabs({ tabs, tabActions }: OverflowTabsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = t('adminLayout.tabs.more', { count: tabs.length });
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        endIcon={<ExpandMore />}
        sx={{ width: OVERFLOW_BUTTON_WIDTH, minWidth: 0, flex: 'none', '& .MuiButton-endIcon': { ml: 0 } }}
      >
        {`+${tabs.length}`}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ list: { 'aria-label': label }, paper: { sx: { width: 280 } } }}
      >
        {tabs.map((tab) => (
          <FoldedTabItem
            key={tab.path}
            tab={tab}
            onOpen={() => {
              close();
              void navigate(tab.path + tab.search);
            }}
            onCloseTab={() => {
              if (tabs.length === 1) close();
              tabActions.close(tab);
            }}
          />
        ))}
      </Menu>
    </>
  );
}
