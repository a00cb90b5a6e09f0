/** The width of the record panel of the signed-in person, kept in this browser. */
import { useBootstrap } from '../shared/api/bootstrap';
import { useAppDispatch, useAppSelector } from '../shared/app/createStore';
import { clampPanelWidth, DEFAULT_PANEL_WIDTH } from '../shared/store/panelWidths';
import { selectSettings, settingsChanged } from '../shared/store/settings';

export function usePanelWidth(): readonly [width: number, setWidth: (width: number) => void] {
  const { admin } = useBootstrap();
  const dispatch = useAppDispatch();
  const { panelWidths } = useAppSelector(selectSettings);
  const setWidth = (width: number) =>
    void dispatch(settingsChanged({ panelWidths: { ...panelWidths, [admin.id]: clampPanelWidth(width) } }));
  return [panelWidths[String(admin.id)] ?? DEFAULT_PANEL_WIDTH, setWidth];
}
