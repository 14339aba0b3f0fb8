import Type from 'typebox';
import { url } from '../lib/url-schema.ts';

/** Values that several sections of the config have. */

export const PerSecond = Type.Integer({ minimum: 1, maximum: 10_000_000 });

export const TOKEN_LENGTH_MIN = 16;

export const RedisUrl = url(['redis:', 'rediss:']);
export const DatabaseUrl = url(['postgres:', 'postgresql:']);
