import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Recorder } from './shared/tracing'

const SERVER_ERROR = 500

function fail(span: Span, error: unknown) {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
}

/**
 * Sends traces to `endpoint` by OTLP over HTTP. Loaded only where that is set. What else OpenTelemetry reads from the
 * environment (`OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`) counts, too.
 */
export function createRecorder(endpoint: string): Recorder {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const resource = resourceFromAttributes({ 'service.name': 'fairtick' }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] })
  // The way through asynchronous code, and the header `traceparent`.
  provider.register()
  const tracer = provider.getTracer('fairtick')
  const isOpen = () => trace.getActiveSpan() !== undefined
  const inSpan = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> =>
    tracer.startActiveSpan(name, options, async (span) => {
      try {
        return await work()
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    })

  return {
    request(headers, attributes) {
      const parent = propagation.extract(ROOT_CONTEXT, headers)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent)
      const own = trace.setSpan(parent, span)
      return {
        enter: (next) => context.with(own, next),
        end(name, status) {
          span.updateName(name)
          span.setAttribute('http.response.status_code', status)
          if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    within: (name, attributes, work) => (isOpen() ? inSpan(name, { kind: SpanKind.CLIENT, attributes }, work) : work()),
    mark(name, attributes) {
      if (isOpen()) tracer.startSpan(name, { kind: SpanKind.PRODUCER, attributes }).end()
    },
    begin: (name, attributes, work) => inSpan(name, { root: true, attributes }, work),
    parent() {
      const flags = trace.getActiveSpan()?.spanContext().traceFlags ?? TraceFlags.NONE
      if ((flags & TraceFlags.SAMPLED) === 0) return undefined
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    below: (parent, work) => context.with(propagation.extract(ROOT_CONTEXT, { traceparent: parent }), work),
    ids(): Record<string, string> {
      const active = trace.getActiveSpan()?.spanContext()
      return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
    },
    async stop() {
      await provider.shutdown()
      for (const api of [context, propagation, trace]) api.disable()
    },
  }
}
