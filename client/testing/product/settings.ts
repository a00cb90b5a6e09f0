/** Changes settings over REST, by their names. */
import type { Json } from '../../../common/entity/field';
import type { ObjectServer } from '../../../server/testing/fakes/objectServer';
import type { Caller } from '../browser/callAsAdmin';

async function loadId(admin: Caller, name: string): Promise<number> {
  const { list } = await admin.index('config', '?limit=200');
  const id = Number(list.find((row) => row['name'] === name)?.['id'] ?? 0);
  if (id === 0) throw new Error(`there is no setting ${name}`);
  return id;
}
export const setItem = async (admin: Caller, name: string, value: Json): Promise<void> => {
  await admin.edit('config', { id: await loadId(admin, name), value });
};
export async function saveSecretSetting(admin: Caller, name: string, value: string): Promise<void> {
  const { code, msg } = await admin.call('POST', '/admin/config/seal', { id: await loadId(admin, name), value });
  if (code !== 1) throw new Error(msg);
}

/** Stores files in this object store from now on. */
export async function selectObjectStore(admin: Caller, { settings }: ObjectServer): Promise<void> {
  await setItem(admin, 'upload_url', settings.endpoint);
  await setItem(admin, 'upload_bucket', settings.bucket);
  await setItem(admin, 'upload_key_id', settings.keyId);
  await saveSecretSetting(admin, 'upload_key_secret', settings.secret());
  await setItem(admin, 'upload_mode', 's3');
}
