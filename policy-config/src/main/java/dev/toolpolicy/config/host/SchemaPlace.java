package dev.toolpolicy.config.host;

/** A place in the schema, and the parameter that is described there. */
record SchemaPlace(String place, String argument, boolean mayBeNull) {

    SchemaPlace into(String further) {
        return new SchemaPlace(place + further, argument, mayBeNull);
    }

    SchemaPlace to(String elsewhere) {
        return new SchemaPlace(elsewhere, argument, mayBeNull);
    }
}
