/** An image of a catalog source, through the proxy of the server: the browser never calls the source. A broken image keeps its space. */
import { PluginPicture } from '../../../shared/market/PluginPicture';
import { marketApi } from './marketApi';

interface RemoteImageProps {
  readonly source: number;
  /** Empty: no image. */
  readonly path: string;
  readonly alt: string;
  readonly width: number | string;
  readonly height: number;
}
export function RemoteImage({ source, path, ...size }: RemoteImageProps) {
  const { data = '' } = marketApi.useMarketImageQuery({ source, path }, { skip: path === '' });
  return <PluginPicture url={data} {...size} />;
}
