/** Handle of a manually sorted row: drag it, or press it for a menu of moves. */
import HandleIcon from '@mui/icons-material/DragIndicator';
import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { useIsTouch } from '../../../shared/app/useIsTouch';
import { useRowDragging } from './useRowDragging';
import type { RowHandlers } from '../useRowHandlers';

interface DragHandleProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly title: string;
  readonly isTabStop: boolean;
  readonly handlers: Pick<RowHandlers, 'onMove'>;
}
const STEP_KEYS = [
  ['up', { step: -1 }],
  ['down', { step: 1 }],
] as const;
const LEVEL_KEYS = [
  ['in', { level: 1 }],
  ['out', { level: -1 }],
] as const;

/** The moves that a menu offers, with the names of their texts. */
export const listMoves = ({ spec }: AnyEntity) => [...STEP_KEYS, ...(spec.tree === undefined ? [] : LEVEL_KEYS)];

export function DragHandle({ entity, id, title, isTabStop, handlers }: DragHandleProps) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const canNest = entity.spec.tree !== undefined;
  const isTouch = useIsTouch();
  const help = canNest ? (isTouch ? 'touch_tree' : 'help_tree') : isTouch ? 'touch' : 'help';
  const { wasDragged, onPointerDown } = useRowDragging(id, canNest, (dropTarget) => handlers.onMove(id, dropTarget));
  return (
    // Stop clicks here from opening the row. Key events still reach the window, where Escape closes and Ctrl+S saves
    // the record.
    <span role="presentation" onClick={(event) => event.stopPropagation()}>
      <ButtonBase
        aria-label={t('lists.sort.handle', { title })}
        title={t(`lists.sort.${help}`)}
        aria-haspopup="menu"
        data-handle
        tabIndex={isTabStop ? 0 : -1}
        onPointerDown={onPointerDown}
        onClick={(event) => {
          if (!wasDragged()) setAnchor(event.currentTarget);
        }}
        sx={{ cursor: 'grab', touchAction: 'none', color: 'text.secondary', ml: -1, borderRadius: 1, minHeight: 24 }}
      >
        <HandleIcon fontSize="small" />
      </ButtonBase>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {listMoves(entity).map(([name, at]) => (
          <MenuItem
            key={name}
            onClick={() => {
              setAnchor(null);
              handlers.onMove(id, at);
            }}
          >
            {t(`lists.sort.${name}`)}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
