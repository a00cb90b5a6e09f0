/** Identities at OpenID providers, each linked to one admin: by issuer and subject, never by an email address. */
import { createHash } from 'node:crypto';
import { fault } from '../../../common/protocol/faults';
import type { Services, Tx } from '../../context';

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

const getId = ({ issuer, subject }: Identity): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');

/** The id of the admin of an identity. */
export async function findLinkedAdmin({ db }: Services, identity: Identity): Promise<number | undefined> {
  const sql = 'SELECT admin_id FROM `admin_identity` WHERE id = ?';
  const [row] = await db.rows<{ readonly admin_id: number }>(sql, [getId(identity)]);
  return row && Number(row.admin_id);
}

/** Whether an admin has an identity at the issuer. */
export async function hasIdentity(reader: Pick<Tx, 'rows'>, adminId: number, issuer: string): Promise<boolean> {
  const sql = 'SELECT id FROM `admin_identity` WHERE admin_id = ? AND issuer = ? LIMIT 1';
  return (await reader.rows(sql, [adminId, issuer])).length > 0;
}

/** Links an identity in place of the one that the admin has at the issuer. Error: `oidc.taken` when another admin has it. */
export async function linkIdentity(tx: Tx, adminId: number, identity: Identity, at: number): Promise<void> {
  // `live = 0`: the admin is not deleted.
  const sql =
    'SELECT i.admin_id FROM `admin_identity` i JOIN `admin` a ON a.id = i.admin_id AND a.live = 0 WHERE i.id = ? AND i.admin_id <> ?';
  if ((await tx.rows(sql, [getId(identity), adminId])).length > 0) throw fault('oidc.taken');
  await tx.run('DELETE FROM `admin_identity` WHERE id = ?', [getId(identity)]);
  await unlinkIdentity(tx, adminId, identity.issuer);
  await tx.run('INSERT INTO `admin_identity` (id, admin_id, issuer, subject, created_at) VALUES (?, ?, ?, ?, ?)', [
    ...[getId(identity), adminId, identity.issuer, identity.subject, at],
  ]);
}

export const unlinkIdentity = async (tx: Tx, adminId: number, issuer: string): Promise<void> => {
  await tx.run('DELETE FROM `admin_identity` WHERE admin_id = ? AND issuer = ?', [adminId, issuer]);
};
