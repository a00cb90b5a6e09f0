/** Creates the row of a stored image, without a file. */
import { attachment } from '../../common/entities/attachment';
import { seedContext } from '../db/seeds/base';
import type { Writer } from '../engine/write/writer';
import type { Services } from '../context';

interface WriteServices {
  readonly services: Services;
  readonly writer: Writer;
}
/** Creates an attachment with this path and returns the path. */
export async function createPicture(
  { services, writer }: WriteServices,
  url: string,
  size: { readonly width?: number; readonly height?: number } = {},
): Promise<string> {
  const sha1 = Buffer.from(url).toString('hex').slice(-40).padStart(40, '0');
  await writer.create(seedContext(services), attachment, {
    url,
    name: 'a.webp',
    mimetype: 'image/webp',
    sha1,
    ...size,
  });
  return url;
}
