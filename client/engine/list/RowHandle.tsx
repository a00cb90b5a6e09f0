/** The handle of a row that is ordered by hand: drag it, or press it for the same moves one by one. */
import HandleIcon from '@mui/icons-material/DragIndicator';
import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useDragging } from './dragging';
import type { RowHandlers } from './rowHandlers';

interface RowHandleProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly title: string;
  readonly reachable: boolean;
  readonly handlers: Pick<RowHandlers, 'place'>;
}
const STEPS = [
  ['up', { step: -1 }],
  ['down', { step: 1 }],
] as const;
const LEVELS = [
  ['in', { level: 1 }],
  ['out', { level: -1 }],
] as const;

export function RowHandle({ entity, id, title, reachable, handlers }: RowHandleProps) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const nests = entity.spec.tree !== undefined;
  const { wasDragged, onPointerDown } = useDragging(id, nests, (drop) => handlers.place(id, drop));
  return (
    // Clicks here are not clicks on the row. Keys go on to the window, where Escape closes the record and Ctrl+S saves it.
    <span role="presentation" onClick={(event) => event.stopPropagation()}>
      <ButtonBase
        aria-label={t('lists.sort.handle', { title })}
        title={t(nests ? 'lists.sort.help_tree' : 'lists.sort.help')}
        aria-haspopup="menu"
        data-handle
        tabIndex={reachable ? 0 : -1}
        onPointerDown={onPointerDown}
        onClick={(event) => {
          if (!wasDragged()) setAnchor(event.currentTarget);
        }}
        sx={{ cursor: 'grab', touchAction: 'none', color: 'text.secondary', ml: -1, borderRadius: 1, minHeight: 24 }}
      >
        <HandleIcon fontSize="small" />
      </ButtonBase>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {[...STEPS, ...(nests ? LEVELS : [])].map(([name, at]) => (
          <MenuItem
            key={name}
            onClick={() => {
              setAnchor(null);
              handlers.place(id, at);
            }}
          >
            {t(`lists.sort.${name}`)}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
