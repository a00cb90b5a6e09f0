/** A file sent to the house itself: small ones at once, big ones in parts. */
import { sendWhole, type Sender } from './sender';
import { sendParts } from './sendParts';

/** From here on a break would cost more than the few more exchanges that parts need. */
const IN_PARTS_FROM = 4 * 1024 * 1024;

export const hereFor = ({ size }: Pick<File, 'size'>): Sender => (size >= IN_PARTS_FROM ? sendParts : sendWhole);
