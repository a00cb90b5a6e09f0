/** Takes the place of the summary of a record until it is loaded, so that the form below does not move. */
import Skeleton from '@mui/material/Skeleton';

/** Pixels of the summary of a member. */
const SUMMARY_HEIGHT = 267;

export const SummarySkeleton = () => <Skeleton variant="rounded" height={SUMMARY_HEIGHT} sx={{ flex: 'none' }} />;
