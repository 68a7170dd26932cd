import { describe, expect, it } from 'vitest';
import { baseImage, lastWorkdir } from './base-image';

describe('the image that a Dockerfile begins with', () => {
  it.each([
    ['FROM debian:12', 'debian:12'],
    ['# first\nfrom --platform=linux/amd64 python:3.13-slim AS base\nRUN true', 'python:3.13-slim'],
    ['FROM scratch', null],
    ['ARG TAG=1\nFROM tool:$TAG', null],
    ['FROM one AS a\nFROM two', null],
    ['RUN true', null],
    ['', null],
  ])('is read from %j', (text, image) => {
    expect(baseImage(text)).toBe(image);
  });
});

describe('the working folder of an image that was built', () => {
  it.each([
    ['FROM a\nWORKDIR /one\nWORKDIR /two', '/two'],
    ['FROM a\nWORKDIR $HOME', null],
    ['FROM a\nWORKDIR below', null],
    ['FROM a', null],
  ])('is read from %j', (text, folder) => {
    expect(lastWorkdir(text)).toBe(folder);
  });
});
