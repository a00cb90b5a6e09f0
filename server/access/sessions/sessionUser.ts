/** The current user (the signed-in person) as its own client receives it. */
import type { Actor } from '../../../common/entity/access';
import type { Services } from '../../context';

interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly avatar: string | null;
  readonly last_login_time: number | null;
}
interface MemberRow extends UserRow {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly gender: number;
  readonly birthday: string | null;
  readonly money: number;
  readonly score: number;
  readonly motto: string | null;
  readonly last_login_ip: string | null;
  readonly join_time: number | null;
  readonly create_time: number;
}

/** The signed-in person for its own client, in both spellings of the keys. */
export async function sessionUser(services: Services, table: 'admin' | 'user', actor: Pick<Actor, 'id' | 'isSuper'>) {
  const sql = table === 'admin' ? 'SELECT * FROM `admin` WHERE id = ?' : 'SELECT * FROM `user` WHERE id = ?';
  const [row] = await services.db.rows<MemberRow>(sql, [actor.id]);
  if (!row) return null;
  const shared = {
    id: Number(row.id),
    username: row.username,
    nickname: row.nickname ?? row.username,
    avatar: row.avatar ?? '',
    last_login_time: numberOrNull(row.last_login_time),
    lastlogintime: numberOrNull(row.last_login_time),
    super: actor.isSuper,
  };
  return table === 'admin' ? shared : { ...shared, ...memberFields(row) };
}

/** The member's own values, including restricted ones. */
const memberFields = (row: MemberRow) => ({
  email: row.email ?? '',
  mobile: row.mobile ?? '',
  gender: Number(row.gender),
  birthday: row.birthday ?? '',
  money: (Number(row.money) / 100).toFixed(2),
  score: Number(row.score),
  motto: row.motto ?? '',
  last_login_ip: row.last_login_ip ?? '',
  lastloginip: row.last_login_ip ?? '',
  join_time: numberOrNull(row.join_time ?? row.create_time),
  jointime: numberOrNull(row.join_time ?? row.create_time),
});
const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));
