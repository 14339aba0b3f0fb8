import { count } from '../../../ui/format.ts';

export const campaignsWords = (n: number) => `${count(n)} ${n === 1 ? 'campaign' : 'campaigns'}`;
