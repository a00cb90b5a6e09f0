/** Cell with the button that shows a new token once to its owner. */
import { useState } from 'react';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { ShowToken, type TokenLabels } from './ShowToken';

interface OwnTokenCellProps extends Pick<CellProps, 'value' | 'row'> {
  readonly entity: 'api_token' | 'wall_screen';
  readonly labels: TokenLabels;
  readonly formatToken?: (token: string) => string;
}
export function OwnTokenCell({ value, row, ...token }: OwnTokenCellProps) {
  const { admin } = useBootstrap();
  const [isRequested, setIsRequested] = useState(false);
  // The live update of the row can arrive before the response with the token.
  if ((value !== null && !isRequested) || row['admin_id'] !== admin.id) return null;
  return (
    <ShowToken {...token} id={Number(row['id'])} isShown={value !== null} onRequest={() => setIsRequested(true)} />
  );
}
